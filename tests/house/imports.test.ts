// The law of imports, over every source file: which file breaks which rule.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { breach, circles, circlesOfRooms, PUBLIC, roomOf, serverRoomOf } from './import-law.ts'
import { filesBelow, importsOf, root, textOf } from './source-files.ts'

const files = filesBelow(['src', 'server', 'sw'], /\.(ts|tsx)$/)
const imports = files.flatMap(file => importsOf(file, textOf(file)))

describe('the project', () => {
  test('no file takes from a room it may not know', () => {
    const broken = imports.flatMap(found => {
      const why = breach(found)
      return why ? [`${found.from} → ${found.to}: ${why}`] : []
    })
    expect(broken).toEqual([])
  })

  test('no imports run in a circle', () => {
    expect(circles(imports).map(way => way.join(' → '))).toEqual([])
  })

  test('on the server no imports run in a circle, types counted', () => {
    const found = imports.filter(({ from }) => from.startsWith('server/'))
    expect(circles(found, () => true).map(way => way.join(' → '))).toEqual([])
  })

  test('no two rooms of the server take from each other, and no rooms in a circle', () => {
    expect(circlesOfRooms(imports).map(way => way.join(' → '))).toEqual([])
  })

  test('there are no barrels, but what a module of the server shows to others', () => {
    const barrels = files.filter(file => {
      if (/^index\.tsx?$/.test(basename(file)) && !file.startsWith('src/routes/')) return true
      if (PUBLIC.test(file)) return false
      const code = textOf(file)
        .replace(/^\s*\/\/.*$/gm, '')
        .trim()
      return code !== '' && code.split('\n').every(line => /^export .* from /.test(line))
    })
    expect(barrels).toEqual([])
  })

  test('relative imports carry the ending of a file that is there', () => {
    const lost = imports.filter(
      ({ own, lazy, to }) => own && !(lazy && /\/$/.test(to)) && !existsSync(join(root, to)),
    )
    // A file that a generator writes, or a template whose rest is only known when it runs.
    const unexplained = lost.filter(({ to, lazy }) => !lazy && !to.endsWith('.gen.ts'))
    expect(unexplained.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})

describe('the law itself', () => {
  const broken = (from: string, text: string) => importsOf(from, text).flatMap(found => breach(found) ?? [])

  test.each([
    ['src/domain/fence/fence.ts', `import dayjs from 'dayjs'`],
    ['src/domain/fence/fence.ts', `import { x } from '../../contract/envelope.ts'`],
    ['src/contract/envelope.ts', `export { x } from '../platform/http.ts'`],
    ['src/ui/table.tsx', `import type { Fence } from '../domain/fence/fence.ts'`],
    ['src/platform/http.ts', `import { useState } from 'react'`],
    ['src/platform/http.ts', `import { x } from '../ui/theme.ts'`],
    ['src/resource/list.tsx', `import { x } from '../features/fences/map.tsx'`],
    ['src/features/fences/map.tsx', `import { x } from '../devices/device-card.tsx'`],
    ['src/features/fences/map.tsx', `const x = () => import('../devices/device-card.tsx')`],
    ['src/features/fences/map.tsx', `import { router } from '../../app/router.ts'`],
    ['src/features/fences/map.tsx', `import { Route } from '../../routes/login.tsx'`],
    ['src/app/shell.tsx', `import { Route } from '../routes/login.tsx'`],
    ['src/features/fences/fence.driver.ts', `import { fenceView } from './fence.view.tsx'`],
    ['src/door-unit/main.tsx', `import { start } from '../app/start.tsx'`],
    ['src/door-unit/main.tsx', `import { x } from '../features/intercom/call.tsx'`],
    ['src/platform/http.ts', `import { config } from '../../server/config.ts'`],
    ['server/app.ts', `import { http } from '../src/platform/http.ts'`],
    ['server/db/scoped.ts', `import { x } from '../modules/session/person.ts'`],
    ['server/broker/start.ts', `import type { X } from '../modules/ingest/devices.ts'`],
    ['server/bus.ts', `import type { X } from './modules/alarms/alarm-rows.ts'`],
    ['server/http/serve.ts', `import type { Config } from '../config.ts'`],
    ['server/entity/mount.ts', `import { x } from '../demo/demo.ts'`],
    ['server/modules/fences/judge.ts', `import type { Parts } from '../../parts.ts'`],
    ['server/modules/fences/judge.ts', `import { x } from '../../seed/platform.ts'`],
    ['server/modules/fences/judge.ts', `import { x } from '../alarms/events.ts'`],
    ['server/modules/fences/judge.ts', `import type { X } from '../alarms/draft.ts'`],
    ['server/modules/fences/judge.ts', `const x = () => import('../alarms/events.ts')`],
    ['server/a-new-room/a.ts', `import { x } from '../modules/session/person.ts'`],
    ['sw/sw.ts', `import { fence } from '../src/domain/fence/fence.ts'`],
  ])('%s may not contain %s', (from, text) => {
    expect(broken(from, text)).toHaveLength(1)
  })

  test.each([
    ['src/domain/fence/fence.ts', `import * as z from 'zod/mini'\nimport { x } from '../entity.ts'`],
    ['src/contract/envelope.ts', `import { x } from '../domain/entity.ts'`],
    ['src/resource/list.tsx', `import { useState } from 'react'\nimport { x } from '../ui/table.tsx'`],
    ['src/routes/_console/fenceList.tsx', `import { fenceView } from '../../features/fences/fence.view.tsx'`],
    ['src/routes/_console.tsx', `import { Shell } from '../app/shell.tsx'`],
    ['src/app/registry.ts', `const x = () => import('../features/fences/fence.view.tsx')`],
    ['src/main.tsx', `import { routeTree } from './routeTree.gen.ts'\nimport { App } from './app/app.tsx'`],
    ['server/app.ts', `import { x } from '../src/contract/envelope.ts'\nimport fastify from 'fastify'`],
    ['server/app.ts', `import { x } from './modules/fences/judge.ts'\nimport { y } from './db/pool.ts'`],
    ['server/demo/demo.ts', `import { x } from '../modules/fences/judge.ts'`],
    [
      'server/modules/fences/judge.ts',
      `import { x } from '../../db/scoped.ts'\nimport { y } from '../alarms/public.ts'\nimport { z } from './save-work.ts'`,
    ],
    ['server/broker/start.ts', `import { x } from '../http/throttle.ts'\nimport { y } from '../log.ts'`],
  ])('%s may contain %s', (from, text) => {
    expect(broken(from, text)).toEqual([])
  })

  test('a circle is told with its way, and a type or a lazy import makes none', () => {
    const one = importsOf('src/ui/a.ts', `import { b } from './b.ts'`)
    const two = importsOf('src/ui/b.ts', `import { a } from './a.ts'`)
    expect(circles([...one, ...two])).toEqual([['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/a.ts']])
    expect(circles([...one, ...importsOf('src/ui/b.ts', `import type { A } from './a.ts'`)])).toEqual([])
    expect(circles([...one, ...importsOf('src/ui/b.ts', `const a = () => import('./a.ts')`)])).toEqual([])
  })

  test('types and lazy imports make a circle where they count', () => {
    const one = importsOf('server/db/a.ts', `import { b } from './b.ts'`)
    const two = importsOf('server/db/b.ts', `import type { A } from './a.ts'`)
    expect(circles([...one, ...two], () => true)).toEqual([
      ['server/db/a.ts', 'server/db/b.ts', 'server/db/a.ts'],
    ])
  })

  test('rooms of the server that take from each other are told, directly or round a corner, types counted', () => {
    const rules = importsOf('server/modules/rules/a.ts', `import type { X } from '../alarms/b.ts'`)
    const alarms = importsOf('server/modules/alarms/c.ts', `import { x } from '../rules/d.ts'`)
    expect(circlesOfRooms(rules)).toEqual([])
    expect(circlesOfRooms([...rules, ...alarms])).toEqual([['rules', 'alarms', 'rules']])
    const texts = importsOf('server/modules/alarms/c.ts', `import { x } from '../texts/d.ts'`)
    const back = importsOf('server/modules/texts/e.ts', `import { x } from '../rules/f.ts'`)
    expect(circlesOfRooms([...rules, ...texts, ...back])).toEqual([['rules', 'alarms', 'texts', 'rules']])
  })

  test('a room is a folder', () => {
    expect(roomOf('src/features/fences/map.tsx')).toBe('src/features/fences')
    expect(roomOf('src/main.tsx')).toBe('src/main')
    expect(roomOf('server/db/pool.ts')).toBe('server')
    expect(serverRoomOf('server/db/pool.ts')).toBe('db')
    expect(serverRoomOf('server/modules/alarms/clock.ts')).toBe('alarms')
    expect(serverRoomOf('server/bus.ts')).toBe('bus.ts')
  })
})
