//! A map as DESIGN.md §3 and §4 say it is read.

mod entries;
mod files;
mod links;
mod lost;
mod new_rows;
mod pages;
mod sections;
mod sub_indexes;
