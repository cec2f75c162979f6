//! Opening and reading a page without trust in what stands there (DESIGN.md §3).

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use crate::error::reason;

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It is no regular file once open.
    NotAFile,
    /// It holds more bytes than allowed; its size as far as known.
    TooLarge(u64),
    /// The system's reason.
    Failed(String),
}

/// Reads a whole file of at most `limit` bytes into a buffer, whose content is dropped.
///
/// The file is opened without waiting for anything and looked at again once open, so that a
/// FIFO put in its place neither blocks nor is read.
///
/// # Errors
/// [`Unread`], which becomes a finding of kind unread.
pub fn read(path: &Path, limit: u64, mut buffer: Vec<u8>) -> Result<Vec<u8>, Unread> {
    let failed = |error: std::io::Error| Unread::Failed(reason(&error));
    let mut file = open(path).map_err(failed)?;
    let kind = file.metadata().map_err(failed)?;
    if !kind.is_file() {
        return Err(Unread::NotAFile);
    }
    if kind.len() > limit {
        return Err(Unread::TooLarge(kind.len()));
    }
    let size = usize::try_from(kind.len()).unwrap_or_default();
    make_room(&mut buffer, size.saturating_add(1));
    let first = match file.read(&mut buffer) {
        Err(error) if error.kind() == ErrorKind::Interrupted => 0,
        read => read.map_err(failed)?,
    };
    buffer.truncate(first);
    // A read that asks for more and gets what the system said has met the end. Else the size was
    // wrong, or changes: never more than the limit and one byte.
    if first != size {
        let rest = limit.saturating_add(1).saturating_sub(first as u64);
        file.take(rest).read_to_end(&mut buffer).map_err(failed)?;
    }
    let size = buffer.len() as u64;
    if size > limit { Err(Unread::TooLarge(size)) } else { Ok(buffer) }
}

/// Gives a buffer a size; what an earlier file left in it saves filling it.
fn make_room(buffer: &mut Vec<u8>, size: usize) {
    // Copied, which takes a twentieth of the instructions of `resize`.
    static ZEROS: [u8; 4096] = [0; 4096];
    buffer.truncate(size);
    while let Some(lack @ 1..) = size.checked_sub(buffer.len()) {
        buffer.extend_from_slice(ZEROS.get(..lack).unwrap_or(&ZEROS));
    }
}

/// Opens a file without waiting for anything.
///
/// # Errors
/// The system's.
#[cfg(unix)]
pub fn open(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

/// Opens a file.
///
/// # Errors
/// The system's.
#[cfg(not(unix))]
pub fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::{Unread, read};

    #[test]
    fn the_limit_is_exact() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "abcd").unwrap();
        assert_eq!(read(&file, 4, b"x".to_vec()).as_deref(), Ok(&b"abcd"[..]));
        assert_eq!(read(&file, 3, Vec::new()), Err(Unread::TooLarge(4)));
        assert_eq!(read(folder.path(), 9, Vec::new()), Err(Unread::NotAFile));
    }

    #[test]
    fn the_size_of_an_enormous_file_is_told_without_reading_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        std::fs::File::create(&path).unwrap().set_len(10 << 30).unwrap();
        assert_eq!(read(&path, 4, Vec::new()), Err(Unread::TooLarge(10 << 30)));
    }

    /// The system says that such a file is empty, and it holds more all the same.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_holds_more_than_its_size_is_read_up_to_the_limit() {
        let path = std::path::Path::new("/proc/self/status");
        assert_eq!(read(path, 10, Vec::new()), Err(Unread::TooLarge(11)));
        assert!(read(path, 1 << 20, Vec::new()).is_ok_and(|bytes| bytes.len() > 11));
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_neither_blocks_nor_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let (told, answer) = std::sync::mpsc::channel();
        std::thread::spawn(move || told.send(read(&path, 9, Vec::new())));
        let patience = std::time::Duration::from_secs(5);
        assert_eq!(answer.recv_timeout(patience), Ok(Err(Unread::NotAFile)));
    }
}
