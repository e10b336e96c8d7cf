// Counts the tests of one vitest run and keeps what went wrong, so that the end of the whole run can name it.
import { writeFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number, secondTry: number, troubles: string[] }} RunTally */

/** @param {{ name?: string, message?: string, stack?: string }[] | readonly unknown[]} errors */
const wordsOf = errors =>
  errors.map(error =>
    error && typeof error === 'object' && 'message' in error
      ? `${'stack' in error && error.stack ? error.stack : error.message}`
      : String(error),
  )

export default class TallyReporter {
  /** @param {{ file: string }} options where the tally is written */
  constructor({ file }) {
    this.file = file
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandled errors that belong to no test; each fails the run
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {RunTally} */
    const tally = { passed: 0, failed: 0, skipped: 0, secondTry: 0, troubles: [] }
    const tell = (/** @type {string} */ where, /** @type {readonly unknown[]} */ errors) =>
      tally.troubles.push([where, ...wordsOf(errors)].join('\n'))
    const note = (/** @type {string} */ where, /** @type {readonly unknown[]} */ errors) => {
      tally.failed++
      tell(where, errors)
    }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const where = `${module.relativeModuleId} › ${test.fullName}`
        if (state === 'failed') note(where, errors ?? [])
        else tally[state === 'passed' ? 'passed' : 'skipped']++
        if (!test.diagnostic()?.flaky) continue
        tally.secondTry++
        tell(`${where} (passed at the second try)`, errors ?? [])
      }
      if (module.errors().length > 0) note(module.relativeModuleId, module.errors())
    }
    for (const error of unhandled) note('Outside any test', [error])
    writeFileSync(this.file, JSON.stringify(tally))
  }
}
