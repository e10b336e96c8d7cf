// Why the server must not start.

/** Thrown when the server must not start; the message has one line for each problem and no stack is needed. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}
