// The verifier as one file: opened from a disk, it judges an archive item by item with neither a network nor an account.

import { type Report, verifyCase } from '../domain/case-file/verify-case.ts'
import { type Language, languages } from '../domain/languages.ts'
import { ownProofs } from './proofs.ts'
import { actWords, kindWords } from './record-words.ts'
import { browserNames, type Catalogue, directionOf, languageFor, speaker } from './speech.ts'
import { flawWords, verdictWords, words } from './words.ts'

/** What the build puts here: the translations of the words above, and each language by its own name. */
declare const EVIDENCE_CATALOGUES: Readonly<Record<Language, Catalogue>>

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

/** Digits, names and moments run as they are written, whatever the language around them. */
function asWritten<Tag extends 'code' | 'bdi'>(tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  const made = element(tag, [text])
  if (tag === 'code') made.dir = 'ltr'
  return made
}

let language = languageFor(navigator.languages)
let say = speaker(EVIDENCE_CATALOGUES[language])
let shown: Report | 'working' | undefined
let chosen: Blob | undefined

const input = element('input')
input.type = 'file'
input.accept = '.zip'
const expected = element('input')
expected.type = 'text'
expected.dir = 'ltr'
expected.spellcheck = false
expected.autocomplete = 'off'
const switcher = element(
  'select',
  languages.map(each => {
    const option = element('option', [nameOf(each)])
    option.value = each
    return option
  }),
)
const out = element('section')
out.setAttribute('aria-live', 'polite')

/** Each language in its own words: who looks for theirs reads only that one. */
function nameOf(each: Language): string {
  const name = browserNames[each]
  return new Intl.DisplayNames(name, { type: 'language' }).of(name.split('-')[0] ?? name) ?? name
}

/** Draws everything anew, in the language of now; what was typed and chosen stays in its fields. */
function draw(): void {
  say = speaker(EVIDENCE_CATALOGUES[language])
  document.documentElement.lang = browserNames[language]
  document.documentElement.dir = directionOf(language)
  document.title = say(words.title)
  switcher.value = language
  show()
  document.body.replaceChildren(
    element('main', [
      element('label', [say(words.language), switcher], 'language'),
      element('h1', [say(words.title)]),
      element('p', [say(words.intro)]),
      element('label', [say(words.fingerprint), expected, element('small', [say(words.fingerprintHint)])]),
      element('label', [say(words.choose), input], 'drop'),
      out,
      element('p', [say(words.meaning)], 'meaning'),
    ]),
  )
}

const when = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString())

function itemOf({ no, kind, flaw, shown: leaves, withheld, content }: Report['items'][number]): HTMLElement {
  const lines = [
    ...leaves.map(({ path, value }) =>
      element('li', [asWritten('code', path), ' ', asWritten('bdi', value)]),
    ),
    ...withheld.map(path => element('li', [asWritten('code', path), ` — ${say(words.withheld)}`], 'quiet')),
  ]
  return element('li', [
    element(
      'strong',
      [`${no} ${say(kindWords[kind])}: ${say(flaw ? words.fails : words.holds)}`],
      flaw ? 'bad' : 'good',
    ),
    ...(flaw ? [element('p', [say(flawWords[flaw])])] : []),
    ...(content === 'none'
      ? []
      : [element('p', [say(content === 'given' ? words.contentGiven : words.contentWithheld)])]),
    element('details', [element('summary', [String(lines.length)]), element('ul', lines)]),
  ])
}

const stampCommand = 'openssl ts -verify -data manifest.json -in manifest.tsr -CAfile authority.pem'

function show(): void {
  if (shown === undefined) out.replaceChildren()
  else if (shown === 'working') out.replaceChildren(element('p', [say(words.working)]))
  else showReport(shown)
}

function showReport(report: Report): void {
  const tone = { holds: 'good', keyNotCompared: 'unsure', refused: 'bad' }[report.verdict]
  const facts = [
    [say(words.key), report.fingerprint],
    [say(words.head), report.head],
    [say(words.sealed), when(report.sealedAt)],
    [say(words.stamped), when(report.stampedAt)],
    [say(words.exported), when(report.exportedAt)],
  ]
  out.replaceChildren(
    element('p', [say(verdictWords[report.verdict])], `verdict ${tone}`),
    element(
      'ul',
      report.flaws.map(flaw => element('li', [say(flawWords[flaw])], 'bad')),
    ),
    element('h2', [asWritten('bdi', `${report.number ?? ''} ${report.title ?? ''}`)]),
    element(
      'dl',
      facts.flatMap(([label = '', value = '']) =>
        value === '' ? [] : [element('dt', [label]), element('dd', [asWritten('code', value)])],
      ),
    ),
    ...(report.stampedAt === undefined
      ? []
      : [element('p', [say(words.stampHint), ' ', asWritten('code', stampCommand)])]),
    element('h2', [say(words.items)]),
    element('ol', report.items.map(itemOf), 'items'),
    element('h2', [say(words.custody)]),
    element(
      'ol',
      report.custody.map(({ at, by, act }) =>
        element('li', [asWritten('code', when(at)), ' · ', asWritten('bdi', by), ` · ${say(actWords[act])}`]),
      ),
    ),
  )
}

/** Of two files that come shortly after each other, the later is shown. */
let latest = 0
async function judge(file: Blob): Promise<void> {
  const mine = ++latest
  shown = 'working'
  show()
  const source = {
    size: file.size,
    read: async (from: number, until: number) => new Uint8Array(await file.slice(from, until).arrayBuffer()),
  }
  // What cannot be read, a file that was taken away meanwhile, is refused like anything else that is no archive.
  const report = await verifyCase(source, ownProofs, expected.value).catch(() =>
    verifyCase({ size: 0, read: async () => new Uint8Array() }, ownProofs),
  )
  if (mine !== latest) return
  shown = report
  show()
}

const choose = (file: Blob | undefined) => {
  chosen = file ?? chosen
  if (chosen) void judge(chosen)
}
input.addEventListener('change', () => choose(input.files?.[0]))
expected.addEventListener('change', () => choose(undefined))
switcher.addEventListener('change', () => {
  language = languages.find(each => each === switcher.value) ?? language
  draw()
  switcher.focus()
})
document.addEventListener('dragover', event => event.preventDefault())
document.addEventListener('drop', event => {
  event.preventDefault()
  choose(event.dataTransfer?.files[0])
})
draw()
