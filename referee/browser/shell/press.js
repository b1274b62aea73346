// Sets one sheet with Typst; whoever asked ends this worker then, as it takes much memory. What it loads the service worker keeps.

const press = new URL("../press/", import.meta.url);
const ERRORS_IN_WORDS = 1;

async function forget() {
  for (const name of await caches.keys()) if (name.includes(" press ")) await caches.delete(name);
}

async function load(name, { hash }, grew) {
  const answer = await fetch(new URL(name, press));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    grew(value.length);
  }
  const whole = new Blob(parts);
  const digest = await crypto.subtle.digest("SHA-256", await whole.arrayBuffer());
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) {
    await forget();
    throw new Error(`${name} is of another version`);
  }
  if (!name.endsWith(".gz")) return null;
  return new Uint8Array(await new Response(whole.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function compilerOf() {
  const list = await (await fetch(new URL("list.json", press))).json();
  let loaded = 0;
  const grew = (bytes) => { loaded += bytes; postMessage({ loaded }); };
  const parts = {};
  for (const [name, told] of Object.entries(list)) parts[name] = await load(name, told, grew);
  postMessage({ set: true });
  const { default: init, TypstCompilerBuilder } = await import(new URL("compiler.js", press));
  await init({ module_or_path: parts["compiler.wasm.gz"] });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const name of Object.keys(list)) if (name.includes(".ttf")) await builder.add_raw_font(parts[name]);
  return builder.build();
}

onmessage = async ({ data: { template, inputs, sources } }) => {
  try {
    const compiler = await compilerOf();
    for (const [path, text] of Object.entries(sources)) compiler.add_source(`/${path}`, text);
    const { result } = compiler.compile(`/${template}`, Object.entries(inputs), "pdf", ERRORS_IN_WORDS);
    if (!result) throw new Error(template);
    postMessage({ pdf: result }, [result.buffer]);
  } catch (error) { postMessage({ failed: String(error) }); }
};
