// The page of the API: every operation is on it, it is tried from it, and nothing of it comes from anybody else.
import { consoleUrl, DEMO_PASSWORD, expect, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

interface Document {
  webhooks: Record<string, unknown>
  paths: Record<string, Record<string, { 'x-access': string; summary: string; requestBody?: unknown }>>
}

test('every operation is shown and opened, a login is the session of the next call, and no policy is broken', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const wrong: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
  })
  page.on('pageerror', error => wrong.push(String(error)))
  const hosts = new Set<string>()
  page.on('request', request => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
  })
  await page.goto(`${consoleUrl()}/api/docs`)
  const document: Document = await (await fetch(`${consoleUrl()}/api/openapi.json`)).json()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  // What webhooks send stands apart below, and no search goes through it.
  const sent = Object.keys(document.webhooks).map(name => `post ${name}`)
  const blocks = page.locator('.opblock:not(.webhooks .opblock)')
  await blocks.first().waitFor()
  // Only what is in sight is drawn, so the walk goes down the page and notes what it meets.
  const shown = new Set<string>()
  for (;;) {
    for (const met of await page.locator('.opblock').evaluateAll(all =>
      all.map(block => {
        const method = block.querySelector('.opblock-summary-method')?.textContent?.toLowerCase()
        return `${method} ${block.querySelector('.opblock-summary-path')?.getAttribute('data-path')}`
      }),
    ))
      shown.add(met)
    const moved = await page.evaluate(async () => {
      const before = scrollY
      scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50)))
      return scrollY > before
    })
    if (!moved) break
  }
  const described = [...operations.map(({ method, path }) => `${method} ${path}`), ...sent]
  expect([...shown].toSorted()).toEqual(described.toSorted())

  /** Searches, waits until exactly what fits is left, and gives the block of one of them. */
  const found = async (phrase: string, wanted: string) => {
    await page.getByPlaceholder('Filter by tag or path').fill(phrase)
    const fitting = operations.filter(({ path, operation }) =>
      `${path} ${operation['x-access']} ${operation.summary}`.toLowerCase().includes(phrase.toLowerCase()),
    )
    await expect(blocks).toHaveCount(fitting.length)
    return blocks.filter({ has: page.locator(`[data-path="${wanted}"]`) })
  }

  // Those that send something else than JSON.
  const strange = operations.filter(
    ({ operation }) =>
      operation.requestBody !== undefined &&
      !JSON.stringify(operation.requestBody).includes('application/json'),
  )
  expect(strange.length).toBeGreaterThan(3)
  for (const { path } of strange) {
    const block = await found(path, path)
    await block.locator('.opblock-summary-control').click()
    await expect(block.locator('.opblock-section-request-body')).toBeVisible()
    await block.locator('.opblock-summary-control').click()
  }

  const save = await found('device.save', '/api/device/device/save')
  // By keyboard: the operation opens, and the header that many operations share is written out with it.
  await save.locator('.opblock-summary-control').press('Enter')
  await expect(save.locator('.parameters-container')).toContainText('Idempotency-Key')

  const login = await found('auth/auth/login', '/api/auth/auth/login')
  await login.locator('.opblock-summary-control').click()
  await login.getByRole('button', { name: 'Try it out' }).click()
  await login.locator('textarea').fill(JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }))
  await login.getByRole('button', { name: 'Execute' }).click()
  await expect(login.locator('.live-responses-table')).toContainText('"code": 0')

  const list = await found('device/device/page', '/api/device/device/page')
  await list.locator('.opblock-summary-control').click()
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await expect(list.locator('.live-responses-table')).toContainText('"code": 0')

  expect([...hosts]).toEqual([new URL(consoleUrl()).origin])
  expect(wrong).toEqual([])
  await page.close()
})
