// Layers of a page on a map: only what changed is laid, and the order is the page's.
import { describe, expect, test } from 'vitest'
import type { MapLayer } from '../../../src/platform/map/map-port.ts'
import { layingOn } from '../../../src/resource/map/lay-layers.ts'

const shapes = (): MapLayer => ({ kind: 'shapes', shapes: [] })

/** A map as it would stack them: a new id comes on top, a known one stays where it is. */
function stack() {
  const order: string[] = []
  const told: string[] = []
  return {
    order,
    told,
    put: (id: string) => {
      told.push(`+${id}`)
      if (!order.includes(id)) order.push(id)
    },
    take: (id: string) => {
      told.push(`-${id}`)
      order.splice(order.indexOf(id), 1)
    },
  }
}

describe('layingOn', () => {
  test('leaves what is the same object', () => {
    const map = stack()
    const lay = layingOn(map)
    const [a, b] = [shapes(), shapes()]
    lay({ a, b })
    lay({ a, b: shapes() })
    expect(map.told).toEqual(['+a', '+b', '+b'])
  })

  test('takes what is missing or undefined', () => {
    const map = stack()
    const lay = layingOn(map)
    const c = shapes()
    lay({ a: shapes(), b: shapes(), c })
    lay({ a: undefined, c })
    expect(map.order).toEqual(['c'])
    expect(map.told.slice(3)).toEqual(['-a', '-b'])
  })

  test('lays a newcomer under what the page lists above it', () => {
    const map = stack()
    const lay = layingOn(map)
    const [ground, points, popup] = [shapes(), shapes(), shapes()]
    lay({ ground, heat: undefined, points, popup })
    lay({ ground, heat: shapes(), points, popup })
    expect(map.order).toEqual(['ground', 'heat', 'points', 'popup'])
    expect(map.told.filter(step => step === '+ground')).toHaveLength(1)
  })

  test('follows another order', () => {
    const map = stack()
    const lay = layingOn(map)
    const [a, b, c] = [shapes(), shapes(), shapes()]
    lay({ a, b, c })
    lay({ c, a, b })
    expect(map.order).toEqual(['c', 'a', 'b'])
  })
})
