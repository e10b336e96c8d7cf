// What the console asks of residents beyond the generic endpoints.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

export const residentFacePicture = endpoint({
  service: 'user',
  method: 'GET',
  path: 'residentFace/picture',
  access: 'residentFace.read',
  summary: 'The picture of a resident’s face that waits for review or was approved',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: z.null(),
  file: true,
})
