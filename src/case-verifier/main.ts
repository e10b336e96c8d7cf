// The verifier as one file: opened from a disk, it judges an archive item by item with neither a network nor an account.
import { type Report, verifyCase } from '../domain/case-file/verify-case.ts'
import { ownProofs } from './proofs.ts'
import { chinese, english } from './words.ts'

const words = navigator.language.startsWith('zh') ? chinese : english
document.documentElement.lang = words === chinese ? 'zh-CN' : 'en'
document.title = words.title

type Child = Node | string

/** An element with its text or parts. What an archive says is text, never markup. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  children: readonly Child[] = [],
  className = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.append(...children)
  return made
}

const input = element('input')
input.type = 'file'
input.accept = '.zip'
const expected = element('input')
expected.type = 'text'
expected.spellcheck = false
expected.autocomplete = 'off'
const out = element('section')
out.setAttribute('aria-live', 'polite')

document.body.append(
  element('main', [
    element('h1', [words.title]),
    element('p', [words.intro]),
    element('label', [words.fingerprint, expected, element('small', [words.fingerprintHint])]),
    element('label', [words.choose, input], 'drop'),
    out,
    element('p', [words.meaning], 'meaning'),
  ]),
)

const when = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString())

function itemOf({ no, kind, flaw, shown, withheld, content }: Report['items'][number]): HTMLElement {
  const leaves = [
    ...shown.map(({ path, value }) => element('li', [element('code', [path]), ` ${value}`])),
    ...withheld.map(path => element('li', [element('code', [path]), ` — ${words.withheld}`], 'quiet')),
  ]
  return element('li', [
    element(
      'strong',
      [`${no} ${words.item[kind]}: ${flaw ? words.fails : words.holds}`],
      flaw ? 'bad' : 'good',
    ),
    ...(flaw ? [element('p', [words.flaws[flaw]])] : []),
    ...(content === 'none'
      ? []
      : [element('p', [content === 'given' ? words.contentGiven : words.contentWithheld])]),
    element('details', [element('summary', [String(leaves.length)]), element('ul', leaves)]),
  ])
}

function show(report: Report): void {
  const tone = { holds: 'good', keyNotCompared: 'unsure', refused: 'bad' }[report.verdict]
  const facts = [
    [words.key, report.fingerprint],
    [words.sealed, when(report.sealedAt)],
    [words.exported, when(report.exportedAt)],
  ]
  out.replaceChildren(
    element('p', [words.verdicts[report.verdict]], `verdict ${tone}`),
    element(
      'ul',
      report.flaws.map(flaw => element('li', [words.flaws[flaw]], 'bad')),
    ),
    element('h2', [`${report.number ?? ''} ${report.title ?? ''}`]),
    element(
      'dl',
      facts.flatMap(([label = '', value = '']) =>
        value === '' ? [] : [element('dt', [label]), element('dd', [element('code', [value])])],
      ),
    ),
    element('h2', [words.items]),
    element('ol', report.items.map(itemOf), 'items'),
    element('h2', [words.custody]),
    element(
      'ol',
      report.custody.map(({ at, by, act }) =>
        element('li', [`${when(at)} · ${by} · ${words.acts[act] ?? act}`]),
      ),
    ),
  )
}

/** Of two files that come shortly after each other, the later is shown. */
let latest = 0
async function judge(file: Blob): Promise<void> {
  const mine = ++latest
  out.replaceChildren(element('p', [words.working]))
  const source = {
    size: file.size,
    read: async (from: number, until: number) => new Uint8Array(await file.slice(from, until).arrayBuffer()),
  }
  const report = await verifyCase(source, ownProofs, expected.value).catch(() => undefined)
  if (mine !== latest) return
  if (report) show(report)
  else out.replaceChildren(element('p', [words.verdicts.refused], 'verdict bad'))
}

let chosen: Blob | undefined
const choose = (file: Blob | undefined) => {
  chosen = file ?? chosen
  if (chosen) void judge(chosen)
}
input.addEventListener('change', () => choose(input.files?.[0]))
expected.addEventListener('change', () => choose(undefined))
document.addEventListener('dragover', event => event.preventDefault())
document.addEventListener('drop', event => {
  event.preventDefault()
  choose(event.dataTransfer?.files[0])
})
