// One migration: its statements, and what its head says of it. `-- no transaction` is for what PostgreSQL does not do in one
// (create index concurrently); `-- compatible: why` says that the program of the release before works with the schema, too.
const NO_TRANSACTION = /^-- no transaction\s*$/m
const COMPATIBLE = /^-- compatible: \S.{9,}$/m
const BODY = /^(\$[a-z_]*\$)/i

export const isApart = (text: string) => NO_TRANSACTION.test(text)
export const isCompatible = (text: string) => COMPATIBLE.test(text)

/** The statements of a file with their comments; a semicolon within a body, a text or a comment ends none. */
export function statementsOf(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at)
    const [body] = BODY.exec(rest) ?? []
    if (rest.startsWith('--')) at = endOf(text, '\n', at)
    else if (text[at] === "'") at = endOf(text, "'", at + 1)
    else if (body !== undefined) at = endOf(text, body, at + body.length)
    else if (text[at] === ';') {
      found.push(text.slice(from, at))
      from = at + 1
    }
  }
  found.push(text.slice(from))
  return found.map(each => each.trim()).filter(each => withoutComments(each) !== '')
}

const endOf = (text: string, what: string, from: number) => {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at + what.length - 1
}

export const withoutComments = (statement: string) =>
  statement
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The name of the index that a statement makes while others work; undefined: it makes none. */
export const indexMadeApart = (statement: string): string | undefined =>
  /^create (?:unique )?index concurrently (?:if not exists )?"?([a-z_][a-z0-9_]*)"? on /i.exec(
    withoutComments(statement),
  )?.[1]
