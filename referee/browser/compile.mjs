// Compiles Python for a site: node compile.mjs FOLDER URL. FOLDER has `runtime` and, in `python`, the modules that a phone loads.
// The same modules give the same bytes: hashes are not by chance, and no columns of the source are kept.

const [folder, url] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/runtime/pyodide.mjs`);
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: `${folder}/runtime/`, env });
python.FS.mkdir("/python");
python.mountNodeFS("/python", `${folder}/python`);
python.globals.set("url", url);
python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/python")
sys.dont_write_bytecode = True
from referee.browser.compiling import compile_site
compile_site(Path("/python"), url)`);
