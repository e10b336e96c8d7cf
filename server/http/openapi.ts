// The API as an OpenAPI 3.1 document, made from the contract.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { defaultPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { allEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { codes, errorIds } from '../../src/contract/errors.ts'
import { isKeyCall } from '../../src/contract/key-calls.ts'
import { messageOf } from '../../src/contract/webhook-message.ts'
import { type WebhookKind, webhookKinds } from '../../src/domain/integration/webhook.ts'
import { PRODUCT_NAME } from '../../src/domain/product.ts'
import { CSP_REPORTS_PATH } from './csp-reports.ts'
import { isOpen } from './handlers.ts'

type Json = Record<string, unknown>
type Shape = Json & Pick<z.core.JSONSchema.BaseSchema, 'properties' | 'required'>

// Transforms have no schema of their own: on the wire their input counts.
const schemaOf = (schema: z.ZodMiniType): Shape => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

function operationOf(endpoint: Endpoint): Json {
  const request = schemaOf(endpoint.request)
  const answer = endpoint.file
    ? { 'application/octet-stream': {} }
    : {
        'application/json': {
          schema: {
            oneOf: [
              {
                type: 'object',
                required: ['code', 'data'],
                properties: {
                  code: { const: endpoint.upload ? codes.uploaded : codes.ok },
                  data: schemaOf(endpoint.response),
                },
              },
              { $ref: '#/components/schemas/Refusal' },
            ],
          },
        },
      }
  return {
    operationId: `${endpoint.service}.${endpoint.path.replaceAll('/', '.')}`,
    tags: [endpoint.service],
    summary: endpoint.summary,
    description: describe(endpoint),
    'x-access': endpoint.access,
    security: isOpen(endpoint) ? [] : [{ token: [] }, ...(isKeyCall(endpoint) ? [{ apiKey: [] }] : [])],
    parameters: [
      ...(endpoint.method === 'GET' ? parametersOf(request) : []),
      ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(endpoint.method === 'POST'
      ? { requestBody: { required: true, content: bodyOf(endpoint, request) } }
      : {}),
    responses: { '200': { description: 'Done, or refused: see `code`', content: answer } },
  }
}

/** An upload is a form with one file; the other fields stand beside it. */
function bodyOf({ upload }: Endpoint, request: Shape): Json {
  if (!upload) return { 'application/json': { schema: request } }
  const properties = { ...request.properties, file: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { ...request, properties, required: ['file'] } } }
}

function describe(endpoint: Endpoint): string {
  const { access, idempotent } = endpoint
  const who = new Map([
    ['public', 'Open to everybody.'],
    ['demo', 'Open to everybody, in demo mode only.'],
    ['resident', 'Needs the session of the resident page, which opens nothing else.'],
    ['session', 'Needs a session.'],
  ])
  const byKey = isKeyCall(endpoint) ? ' An API key may call it where that is among its scopes.' : ''
  return `${who.get(access) ?? `Needs the permission \`${access}\`.`}${byKey}${
    idempotent ? ' With an `Idempotency-Key` a repeated call gets the first answer and changes nothing.' : ''
  }`
}

function parametersOf({ properties = {}, required = [] }: Shape): Json[] {
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: inner,
  }))
}

/** What is open beside the contract: payment providers call back here, each in its own words, and browsers report. */
const callbacks: Json = {
  [CSP_REPORTS_PATH]: {
    post: {
      operationId: 'csp.reports',
      tags: ['csp'],
      summary: 'A browser reports what the policy of a page kept out',
      description: 'Open to everybody, at most 16 KB and one a second from an address.',
      'x-access': 'public',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/csp-report': { schema: {} }, 'application/reports+json': { schema: {} } },
      },
      responses: {
        '204': { description: 'Counted, or no report at all' },
        '413': { description: 'More than 16 KB' },
        '429': { description: 'Too many' },
      },
    },
  },
  '/api/pay/callback/{way}': {
    post: {
      operationId: 'pay.callback',
      tags: ['pay'],
      summary: 'A payment provider tells how a payment or a refund stands',
      description:
        'Open to everybody, believed by the provider’s signature only, at most 256 KB. WeChat pay sends JSON, Alipay a form, cards JSON; the answer is what each of them wants. A way that is not set up answers 404.',
      'x-access': 'public',
      security: [],
      parameters: [
        {
          name: 'way',
          in: 'path',
          required: true,
          schema: { enum: ['wechat', 'alipay', 'card', 'sandbox'] },
        },
      ],
      requestBody: { required: true, content: { '*/*': { schema: {} } } },
      responses: {
        '200': { description: 'Understood; it need not come again' },
        '400': { description: 'Not believed (cards)' },
        '404': { description: 'There is no such way' },
        '413': { description: 'More than 256 KB' },
        '429': { description: 'Too many from this address' },
        '500': { description: 'Not believed, or to be sent again' },
      },
    },
  },
}

/** What a webhook sends. */
const messageOperation = (kind: WebhookKind): Json => ({
  post: {
    summary: `Sent to webhooks that are told of ${kind}`,
    description:
      'Signed after Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Any answer from 200 to 299 is success; the same `webhook-id` may come again, and order is not promised.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(messageOf(kind)) } },
    },
    responses: { '204': { description: 'Received' } },
  },
})

/** Of the description, which strangers read. Which release runs here is told to its operator alone. */
const API_VERSION = '1'

/** The whole document. */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of allEndpoints()) {
    const path = defaultPath(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: API_VERSION,
      description:
        'Answers carry `code`: 0 is success, 208 means that the session is over, everything else is a refusal with an `id` and, where one is to blame, a `field`. Times are epoch milliseconds. Programs call with an API key, which administrators make at “API keys”: `Authorization: Bearer gatehouse_…`. More than it may ask in a second is answered with 429 and `Retry-After`.',
    },
    paths: { ...paths, ...callbacks },
    webhooks: Object.fromEntries(webhookKinds.map(kind => [kind, messageOperation(kind)])),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The `Authorization` header of the answer to a login.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key. It is nobody’s account: it opens the calls whose permission is among its scopes, and none that belong to a session.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 100 },
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'id'],
          properties: {
            code: { type: 'integer', enum: Object.values(codes).filter(code => code !== codes.ok) },
            msg: { type: 'string' },
            id: { enum: [...errorIds] },
            field: { type: 'string' },
            params: { type: 'object' },
          },
        },
      },
    },
  }
}

/** `/api/openapi.json`. */
export function mountOpenApi(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument())
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document),
  )
}
