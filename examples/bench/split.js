// What a team writes in an afternoon: split pages by regex, look up the index's links, add up
// sizes. Quick and wrong (it splits inside fences); it is here to be compared with.
const fs = require("fs");
const path = require("path");
const root = process.argv[2];
const pages = fs.readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".md"));
const known = new Set(pages);
const index = fs.readFileSync(path.join(root, "README.md"), "utf8");
const listed = new Set([...index.matchAll(/\]\(([^)#]+)/g)].map((match) => match[1]));
const slug = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
let problems = 0;
let sections = 0;
for (const link of listed) if (!known.has(link)) problems += 1;
for (const name of pages) {
  if (name === "README.md") continue;
  if (!listed.has(name)) problems += 1;
  const text = fs.readFileSync(path.join(root, name), "utf8");
  const anchors = new Set();
  for (const section of text.split(/^(?=## )/m).slice(1)) {
    sections += 1;
    anchors.add(slug(section.slice(3, section.indexOf("\n"))));
    if (Buffer.byteLength(section) > 2048 && !/^### /m.test(section)) problems += 1;
  }
}
console.log(problems, sections);
