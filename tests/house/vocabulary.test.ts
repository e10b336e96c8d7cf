// Words and habits that the sources do not have.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './source-files.ts'

const CODE = /\.(ts|tsx|mjs)$/
const sources = filesBelow(['src', 'server', 'sw', 'tests', 'scripts'], CODE).filter(
  path => !path.startsWith('tests/house/'),
)
const texts = [...sources, ...filesBelow(['docs', 'locales'], /\.(md|po)$/)]

const linesWith = (paths: string[], pattern: RegExp) =>
  paths.flatMap(path =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 100)}`] : [],
      ),
  )

test('types are not switched off', () => {
  expect(linesWith(sources, /@ts-(ignore|nocheck)|\bas any\b|:\s*any\s*([,;)=\]>|&[]|$)|<any>/)).toEqual([])
})

test('an error is expected only in a test of types, and says which', () => {
  const tests = sources.filter(path => path.startsWith('tests/'))
  expect(
    linesWith(
      sources.filter(path => !tests.includes(path)),
      /@ts-expect-error/,
    ),
  ).toEqual([])
  expect(linesWith(tests, /@ts-expect-error\s*$/)).toEqual([])
})

test('the linter is not silenced without a reason', () => {
  expect(linesWith(sources, /biome-ignore(?!(-\w+)? \S+: \S+)/)).toEqual([])
})

test('no test is left out or left alone', () => {
  expect(
    linesWith(
      sources.filter(path => path.startsWith('tests/')),
      /\b(test|it|describe)\.only\(|\.todo\(/,
    ),
  ).toEqual([])
})

test('nothing is left for later in a comment', () => {
  expect(linesWith(sources, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
})

test('no path of a single machine is written down', () => {
  expect(linesWith(texts, /(^|[\s'"`(=])\/(home|Users|work|root)\/\w/)).toEqual([])
})

test('files are named after what they are for', () => {
  const vague = /^(utils?|helpers?|common|misc|shared|manager|index)\b|[-.](utils?|helpers?|manager)\b/
  expect(sources.filter(path => !path.startsWith('src/routes/') && vague.test(basename(path)))).toEqual([])
})

test('file names are kebab-case', () => {
  const odd = sources.filter(
    path =>
      !path.startsWith('src/routes/') && !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(basename(path)),
  )
  expect(odd).toEqual([])
})

test('each file opens with a line that says what it is for', () => {
  const silent = sources.filter(path => !/^(#!.*\n)?(\/\/|\/\*\*?) ?\S/.test(textOf(path)))
  expect(silent).toEqual([])
})

test('no mark-up and no code is made of text', () => {
  const made =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/
  expect(
    linesWith(
      sources.filter(path => !path.startsWith('tests/') && !path.startsWith('scripts/')),
      made,
    ),
  ).toEqual([])
})

test('inputs are read from one zod', () => {
  expect(linesWith(sources, /from 'zod'/)).toEqual([])
})
