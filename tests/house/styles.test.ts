// The sheets: no rule twice, no measure or colour beside the tokens, nothing that nobody uses, and never more of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AtRule, type Declaration, type Node, parse, type Rule } from 'postcss'
import { expect, test } from 'vitest'
import { classOf, isMeasure, isWord } from '../../src/ui/kit/look.ts'
import { filesBelow, root, textOf } from './source-files.ts'

/** Of all sheets together, for each page that is built: it may fall, and never rise. */
const MOST_LINES_A_PAGE = 57

const TOKENS = 'src/ui/tokens.css'
const KIT = 'src/ui/kit/kit.module.css'

const sheets = filesBelow(['src'], /\.css$/).map(path => ({ path, tree: parse(textOf(path)) }))

interface Styled {
  path: string
  rule: Rule
  /** The media query or container around it. */
  condition: string
  declarations: Declaration[]
}

const conditionOf = (node: Node | undefined): string =>
  node === undefined
    ? ''
    : `${conditionOf(node.parent)}${node instanceof AtRule && node.name !== 'layer' ? `${node.name} ${node.params} ` : ''}`

function rulesOf({ path, tree }: (typeof sheets)[number]): Styled[] {
  const found: Styled[] = []
  tree.walkRules(rule => {
    const condition = conditionOf(rule.parent)
    const declarations = (rule.nodes ?? []).filter(node => node.type === 'decl')
    if (!condition.includes('keyframes') && declarations.length > 0)
      found.push({ path, rule, condition, declarations })
  })
  return found
}

const all = sheets.flatMap(rulesOf)

const placeOf = ({ path, rule }: Styled) => `${path}:${rule.source?.start?.line} ${rule.selector}`

const bodyOf = ({ declarations }: Styled) =>
  declarations
    .map(({ prop, value }) => `${prop}: ${value.replace(/\s+/g, ' ')}`)
    .sort()
    .join('; ')

/** Rules that say the same under the same condition. */
function told(rules: readonly Styled[], where: (rule: Styled) => string): string[] {
  const byBody = new Map<string, Styled[]>()
  for (const each of rules) {
    const key = `${where(each)} ${each.condition} { ${bodyOf(each)} }`
    byBody.set(key, [...(byBody.get(key) ?? []), each])
  }
  return [...byBody]
    .filter(([, same]) => same.length > 1)
    .map(([body, same]) => `${body}\n    ${same.map(placeOf).join('\n    ')}`)
}

test('no two rules have the same body', () => {
  const long = all.filter(({ declarations }) => declarations.length > 1)
  const repeats = told(long, () => '')
  expect(repeats).toEqual([])
})

test('what is said in one declaration is said once in a sheet', () => {
  const short = all.filter(({ declarations }) => declarations.length === 1)
  const repeats = told(short, ({ path }) => path)
  expect(repeats).toEqual([])
})

const SPACED = /^((row|column)-gap|gap|(padding|margin)(-\w+)*)$/
/** A hairline, nothing, and shares of what is around need no token. */
const RAW_SPACE = /(?<![\w.-])-?(?!0(?![\d.])|1px)\d*\.?\d+(px|rem)/
const RAW_TYPE = /\d(px|rem|pt)\b/
const COLOUR = /#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(white|black|red|gr[ae]y)\b/i

/** Why a value stands outside the tokens, or nothing. */
function isRaw(prop: string, value: string): boolean {
  // Lengths that follow the window are nobody's step.
  const fixed = value.replace(/(clamp|max|min)\((?:[^()]|\([^()]*\))*\)/g, '')
  if (SPACED.test(prop)) return RAW_SPACE.test(fixed)
  if (/^(font-size|line-height)$/.test(prop)) return RAW_TYPE.test(fixed)
  if (/^border(-\w+)*-radius$/.test(prop)) return RAW_TYPE.test(fixed)
  return false
}

test('room, type and corners come from the tokens', () => {
  const raw = all
    .filter(({ path }) => path !== TOKENS)
    .flatMap(each =>
      each.declarations
        .filter(({ prop, value }) => isRaw(prop, value))
        .map(({ prop, value }) => `${placeOf(each)} ${prop}: ${value}`),
    )
  expect(raw).toEqual([])
})

test('no sheet names a colour of its own', () => {
  const raw = all.flatMap(each =>
    each.declarations
      .filter(({ value }) => COLOUR.test(value.replace(/url\([^)]*\)/g, '')))
      .map(({ prop, value }) => `${placeOf(each)} ${prop}: ${value}`),
  )
  expect(raw).toEqual([])
})

test('every token of the sheet is used', () => {
  const text = sheets.map(({ tree }) => tree.toString()).join('\n')
  const code = filesBelow(['src'], /\.tsx?$/)
    .map(textOf)
    .join('\n')
  const names = [...textOf(TOKENS).matchAll(/^\s+(--gh-[\w-]+):/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  expect([...new Set(names)].filter(name => !`${text}${code}`.includes(`var(${name})`))).toEqual([])
})

const classesIn = (path: string) =>
  new Set(
    (sheets.find(sheet => sheet.path === path)?.tree ?? parse(''))
      .toString()
      .match(/\.[a-z][\w-]*(?=[^{};]*\{)/gi)
      ?.map(name => name.slice(1)) ?? [],
  )

test('each class of the kit is a word of it', () => {
  const wordless = [...classesIn(KIT)].filter(name => !isMeasure(name) && !isWord(name.split('-')[0] ?? ''))
  expect(wordless).toEqual([])
  // A word whose class is missing would say nothing.
  expect(classOf('gap', 2)).not.toBe('')
  expect(classOf('wrap', true)).not.toBe('')
})

test('what pages say in words of the kit has a class', () => {
  const parts = [...textOf('src/ui/kit/parts.tsx').matchAll(/^export (?:const|function) ([A-Z]\w+)/gm)].map(
    ([, name]) => name,
  )
  // Looked at is what stands before the first arrow or element within the tag.
  const tag = new RegExp(`<(?:${parts.join('|')})\\b([^<>]*)`, 'g')
  const object = /\blook\(\s*\{([^}]*)\}|=\s*\{([^}]*)\}\s*as const satisfies Looks?\b/g
  // A number that is no step of room is a measure: those are told by themselves.
  const said = /(?<![\w.'-])(\w+)(?:=\{?|: )(?:["']([\w-]+)["']|(\d+))\}?(?=[\s,]|$)/g
  const known = classesIn(KIT)
  const silent = filesBelow(['src'], /\.tsx?$/).flatMap(path => {
    const text = textOf(path)
    const places = [...text.matchAll(tag), ...text.matchAll(object)].map(
      ([, one, other]) => one ?? other ?? '',
    )
    return places.flatMap(place =>
      [...place.matchAll(said)].flatMap(([, word = '', name, number]) =>
        isWord(word) && !isMeasure(word) && !known.has(`${word}-${name ?? number}`)
          ? [`${path}: ${word} ${name ?? number}`]
          : [],
      ),
    )
  })
  expect(parts.length).toBeGreaterThan(8)
  expect([...new Set(silent)]).toEqual([])
})

test('no class stands in a sheet that nobody wears', () => {
  const users = filesBelow(['src'], /\.tsx?$/).map(path => ({ path, text: textOf(path) }))
  const unworn = sheets
    .filter(({ path }) => path.endsWith('.module.css') && path !== KIT)
    .flatMap(({ path }) => {
      const name = path.split('/').at(-1) ?? ''
      const wearers = users.filter(({ text }) => text.includes(`/${name}'`))
      const code = wearers.map(({ text }) => text).join('\n')
      // Where the class is computed, any of them may be meant.
      if (/\bcss\[/.test(code)) return []
      return (
        [...classesIn(path)]
          // Classes of libraries are theirs.
          .filter(each => !/^(mantine|maplibregl)-/.test(each))
          .filter(each => !new RegExp(`\\.${each}\\b`).test(code))
          .map(each => `${path} .${each}`)
      )
    })
  expect(unworn).toEqual([])
})

test('of Mantine, only the sheets of parts in use are taken', () => {
  const folder = join(root, 'node_modules/@mantine/core')
  const parts = new Set(
    readdirSync(join(folder, 'esm/components'), { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name)
      .concat('InlineInput'),
  )
  const used = new Set<string>()
  const use = (name: string) => {
    if (used.has(name) || !parts.has(name)) return
    used.add(name)
    if (name === 'InlineInput') return
    for (const file of readdirSync(join(folder, 'esm/components', name), {
      recursive: true,
      encoding: 'utf8',
    }))
      if (file.endsWith('.mjs'))
        for (const [, other = ''] of readFileSync(
          join(folder, 'esm/components', name, file),
          'utf8',
        ).matchAll(/from "(?:\.\.\/)+(?:utils\/)?(\w+)\/[\w/]+\.mjs"/g))
          use(other)
  }
  for (const path of filesBelow(['src'], /\.tsx?$/))
    for (const [, names = ''] of textOf(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of names.split(',')) use(name.trim().replace(/^type /, ''))
  // The list of what it tells is a package of its own.
  for (const name of ['Notification', 'Transition']) use(name)
  const taken = [...textOf('src/ui/base.css').matchAll(/@mantine\/core\/styles\/([A-Z]\w+)\.layer/g)].map(
    ([, name = '']) => name,
  )
  expect(taken.filter(name => !used.has(name))).toEqual([])
})

test('a page never needs more lines than pages did', () => {
  const lines = sheets.reduce((sum, { path }) => sum + textOf(path).split('\n').length - 1, 0)
  const pages = filesBelow(['src/routes'], /\.tsx$/).filter(path => !textOf(path).includes('built: false'))
  expect(lines / pages.length).toBeLessThanOrEqual(MOST_LINES_A_PAGE)
})

test('each part of the widget library that is used has its sheet among those of every page', () => {
  const LIBRARY = '@mantine/core'
  const sheetsOf = readdirSync(join(root, 'node_modules', LIBRARY, 'styles'))
  const loaded = textOf('src/ui/base.css')
  const used = filesBelow(['src'], /\.tsx$/).flatMap(path =>
    [...textOf(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map(name => ({ path, name: name.trim() })),
    ),
  )
  expect(used.length).toBeGreaterThan(100)
  const bare = used.filter(
    ({ name }) =>
      sheetsOf.includes(`${name}.layer.css`) && !loaded.includes(`${LIBRARY}/styles/${name}.layer.css`),
  )
  expect(bare).toEqual([])
})
