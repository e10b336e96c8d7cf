// Faces where no engine is installed: pictures are kept with their consent, and nothing is said about them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { faceDuty } from '../../../../src/domain/face/duties.ts'
import { drawnFace } from '../../../fakes/drawn-face.ts'
import { startServer, type TestServer } from '../../start.ts'
import { uploadTo } from '../files/upload-call.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object) =>
  server.call(`/api/user/${path}`, { token: server.tokens.admin, body })
const get = (path: string) => server.call(`/api/user/${path}`, { token: server.tokens.admin })

test('a sample is enrolled without figures, and a capture is not even kept', async () => {
  await post('face/turnOn', { duties: [...faceDuty.options] })
  expect((await get('face/state')).data).toMatchObject({ on: true, engine: 'none' })
  const library = await post('faceLibrary/save', {
    name: '员工',
    qualityThreshold: 90,
    intraThreshold: 45,
    interThreshold: 58,
  })
  const { data: picture } = await uploadTo(
    server,
    '/api/user/face/uploadFaceImg',
    await drawnFace({ person: 1, faces: 2 }),
    'a.png',
  )
  expect((await get('face/waiting')).data).toEqual([
    {
      picture,
      name: 'a.png',
      check: 'unchecked',
      quality: null,
      faceSize: null,
      sharpness: null,
      brightness: null,
    },
  ])
  const saved = await post('faceSample/save', {
    libraryId: (library.data as { id: number }).id,
    personName: '王芳',
    picture,
    birthDate: '1990-05-01',
    consentPurpose: '门禁',
    consentAt: Date.now() - DAY_MS,
    expiresAt: Date.now() + 30 * DAY_MS,
  })
  expect(saved.data).toMatchObject({ check: 'unchecked', quality: null, faceSize: null })
  const answer = await uploadTo(
    server,
    '/api/user/faceCapture/upload',
    await drawnFace({ person: 1 }),
    'g.png',
  )
  expect(answer).toMatchObject({ id: 'face.noEngine' })
  const kept = await server.sql(sql =>
    sql.query(`select id from face_picture where name = 'g.png' and tenant_id = $1`, [server.here.tenantId]),
  )
  expect(kept).toEqual([])
})
