// Sets the jobs of a file with Typst for browsers, one after the other; each PDF lies beside it, by its number.

import { readFileSync, writeFileSync } from "node:fs";

const [package_, fonts, jobs] = process.argv.slice(2);
const { default: init, TypstCompilerBuilder } = await import(`${package_}/typst_ts_web_compiler.mjs`);
await init({ module_or_path: readFileSync(`${package_}/typst_ts_web_compiler_bg.wasm`) });
const builder = new TypstCompilerBuilder();
builder.set_dummy_access_model();
for (const font of fonts.split(":")) await builder.add_raw_font(new Uint8Array(readFileSync(font)));
const compiler = await builder.build();
for (const [at, { template, inputs, sources }] of JSON.parse(readFileSync(jobs)).entries()) {
  for (const [path, text] of Object.entries(sources)) compiler.add_source(`/${path}`, text);
  const { result } = compiler.compile(`/${template}`, Object.entries(inputs), "pdf", 1);
  if (result) writeFileSync(`${jobs}.${at}.pdf`, result);
}
