// Where an answer has not every place with alarms, the page says how many it has, and gets the rest when asked.
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { HeatLegend } from '../../../../src/features/tracking/fleet/heat-legend.tsx'
import { type HeatPeriod, useHeat } from '../../../../src/features/tracking/fleet/use-heat.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'

let server: FakeBackEnd

const spots = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ longitude: 106 + at / 1000, latitude: 29, count: count - at }))
const answer = (places: number, shown: number) =>
  server.answer('alarm/heat', { total: 9_000, places, unplaced: 3, spots: spots(shown) })

beforeEach(() => {
  server = fakeBackEnd([])
})

function Legend() {
  const [period, setPeriod] = useState<HeatPeriod>('week')
  const heat = useHeat(period)
  const drawn = heat.layer?.kind === 'heat' ? heat.layer.spots.length / 3 : 0
  return (
    <>
      <HeatLegend heat={heat} period={period} onPeriod={setPeriod} />
      <output>{drawn} drawn</output>
    </>
  )
}

test('the heat map colours all places once somebody asks for them', async () => {
  answer(8, 4)
  await renderScreen(<Legend />)
  await expect.element(page.getByText(/the 4 busiest of 8 places are coloured/)).toBeVisible()
  await expect.element(page.getByText('4 drawn')).toBeVisible()
  await page.getByRole('button', { name: 'Count all' }).click()
  await expect.element(page.getByText('8 drawn')).toBeVisible()
  await expect.element(page.getByText(/busiest of/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Count all' })).not.toBeInTheDocument()
  expect(server.askedFor('alarm/heat')).toMatchObject([{}, { skip: '0' }, { skip: '4' }])
})

test('what was asked for one period is not asked for another by itself', async () => {
  answer(8, 4)
  await renderScreen(<Legend />)
  await page.getByRole('button', { name: 'Count all' }).click()
  await expect.element(page.getByText('8 drawn')).toBeVisible()
  await page.getByText('30 days').click()
  await expect.element(page.getByText(/the 4 busiest of 8/)).toBeVisible()
  await expect.element(page.getByText('4 drawn')).toBeVisible()
})

test('the rest that does not come leaves what is there, says so and can be asked for again', async () => {
  answer(8, 4)
  await renderScreen(<Legend />)
  await expect.element(page.getByText('4 drawn')).toBeVisible()
  server.refuse('alarm/heat', { id: 'throttled', code: 1429 })
  await page.getByRole('button', { name: 'Count all' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The other places could not be counted/)
  await expect.element(page.getByText('4 drawn')).toBeVisible()
  await page.getByRole('button', { name: 'Count all' }).click()
  await expect.element(page.getByText('8 drawn')).toBeVisible()
})

test('half a million places are no trouble', async () => {
  answer(150_000, 150_000)
  await renderScreen(<Legend />)
  await expect.element(page.getByText('150000 drawn')).toBeVisible()
})
