// Builds the verifier of evidence: one HTML file with its script, looks and words inside, beside the console.
import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { build } from 'vite'

export const VERIFIER_FILE = 'evidence-verifier.html'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 46rem; margin-inline: auto; padding: 1.5rem 1rem 4rem; }
label { display: block; margin-block: 1rem; font-weight: 600; }
label input { display: block; box-sizing: border-box; width: 100%; margin-top: .35rem; padding: .6rem; font: inherit; }
label input[type=text] { font-family: ui-monospace, monospace; }
small { display: block; font-weight: 400; }
.drop { border: 2px dashed; border-radius: .75rem; padding: 1.5rem 1rem; }
.verdict { border-inline-start: .4rem solid; border-radius: .25rem; padding: .75rem 1rem; font-weight: 600; font-size: 1.15rem; }
.good { color: light-dark(#0b6b3a, #6fd39b); } .bad { color: light-dark(#a3161f, #ff9a9a); } .unsure { color: light-dark(#7a4b00, #f0c060); }
.quiet { opacity: .75; } .meaning { border-top: 1px solid; padding-top: 1rem; }
.language { float: inline-end; margin-block: 0; font-weight: 400; } .language select { font: inherit; min-height: 2.75rem; }
code, li { overflow-wrap: anywhere; } dd { margin: 0 0 .5rem; } dt { font-weight: 600; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`

/**
 * The page with a script in it. Nothing is fetched: the policy in the page forbids it, so that whoever opens it can see that
 * an archive goes nowhere.
 * @param {string} script
 */
const pageWith = script => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Evidence verifier</title>
<style>${STYLE}</style>
</head>
<body>
<script>
document.addEventListener('DOMContentLoaded', () => {
${script.replaceAll('</script', '<\\/script')}
})
</script>
</body>
</html>
`

/** Messages as they stand in what was built; their ids are made of their words. */
const IDS = /\bid:\s*["'`]([\w+/]{6})["'`]/g

/**
 * What a script says, by language and message; what nobody has translated is left to the English in its sources. None of it has a
 * place for a value, so that the texts of the catalogues can be said as they stand.
 * @param {string} root
 * @param {string} script
 * @returns {Promise<Record<string, Record<string, string>>>}
 */
async function cataloguesOf(root, script) {
  const config = getConfig({ cwd: root })
  const [catalog] = await getCatalogs(config)
  const ids = new Set([...script.matchAll(IDS)].map(([, id = '']) => id))
  if (ids.size === 0) throw new Error('The verifier says nothing')
  /** @type {Record<string, Record<string, string>>} */
  const all = {}
  for (const language of config.locales) {
    const messages = (await catalog?.read(language)) ?? {}
    all[language] = Object.fromEntries(
      Object.entries(messages).flatMap(([id, { translation }]) =>
        translation && ids.has(id) ? [[id, translation]] : [],
      ),
    )
  }
  return all
}

/**
 * @param {string} root the folder of the project
 * @returns {Promise<string>}
 */
export async function verifierPage(root) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] })],
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(root, 'src/case-verifier/main.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []))
  const script = outputs.find(each => each.type === 'chunk')
  if (!script || outputs.length !== 1) throw new Error('The verifier is more than one file')
  const catalogues = JSON.stringify(await cataloguesOf(root, script.code))
  return pageWith(`const EVIDENCE_CATALOGUES = ${catalogues};\n${script.code}`)
}

/**
 * A plugin that writes it into what is built.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function evidenceVerifier(root) {
  return {
    name: 'gatehouse-evidence-verifier',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: VERIFIER_FILE, source: await verifierPage(root) })
    },
  }
}
