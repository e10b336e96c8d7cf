// What axe finds on a page.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string | null
  nodes: { target: unknown; failureSummary?: string }[]
}

const isSerious = ({ impact }: Finding) => impact === 'serious' || impact === 'critical'

interface Asked {
  /** Rules whose findings count however grave they are. */
  further?: readonly string[]
  /** Only the rules of colours: a page that was looked at in one skin has all else in common with the other. */
  colours?: boolean
}

const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Serious and critical findings, with what they are about, and those of further rules. The page's policy allows no
 * foreign script tag.
 */
export async function findings(page: Page, { further = [], colours = false }: Asked = {}): Promise<string[]> {
  // What is still fading in has no contrast yet.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(each => each.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map(each => each.finished))
  })
  // The document stays when the page within it changes.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  const violations = await page.evaluate(
    async how => {
      const { axe } = globalThis as unknown as {
        axe: { run(root: Document, how: object): Promise<{ violations: Finding[] }> }
      }
      return (await axe.run(document, how)).violations
    },
    { resultTypes: ['violations'], ...(colours && { runOnly: COLOURS }) },
  )
  return violations
    .filter(finding => isSerious(finding) || further.includes(finding.id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.target} ${node.failureSummary}`).join('\n')}`)
}
