// Lists the endpoints of the OpenAPI document and lets one try them with a token.
// @ts-nocheck Served as it is: no build step, and the document it reads has no static type.
const $ = id => document.getElementById(id)

/** @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} children */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A first guess at a body or query that fits the schema. */
function sampleOf(schema) {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (branch) return sampleOf(branch)
  if (schema.type === 'object') {
    const required = schema.required ?? []
    return Object.fromEntries(required.map(name => [name, sampleOf(schema.properties?.[name] ?? {})]))
  }
  if (schema.type === 'array') return schema.minItems ? [sampleOf(schema.items ?? {})] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  return schema.type === 'null' ? null : ''
}

function block(title, value) {
  return element('section', {}, element('h4', {}, title), element('pre', {}, JSON.stringify(value, null, 2)))
}

function tryOut(path, method, operation, input) {
  const field = element('textarea', { 'aria-label': 'Request', spellcheck: 'false' })
  field.value = JSON.stringify(input, null, 2)
  const answer = element('pre', { role: 'status' })
  answer.hidden = true
  const send = element('button', { type: 'button' }, 'Send')
  send.addEventListener('click', async () => {
    answer.hidden = false
    answer.textContent = '…'
    try {
      const value = JSON.parse(field.value || '{}')
      const headers = {}
      const token = $('token').value.trim()
      if (token && operation.security?.length) headers.authorization = token
      let address = path
      if (method === 'get') {
        const query = new URLSearchParams(Object.entries(value).map(([name, inner]) => [name, String(inner)]))
        if (query.size > 0) address += `?${query}`
      } else headers['content-type'] = 'application/json'
      const response = await fetch(address, {
        method: method.toUpperCase(),
        headers,
        ...(method === 'post' ? { body: JSON.stringify(value) } : {}),
      })
      const given = response.headers.get('authorization')
      if (given) $('token').value = given
      const type = response.headers.get('content-type') ?? ''
      const text = type.includes('json')
        ? JSON.stringify(await response.json(), null, 2)
        : `${type}, ${(await response.blob()).size} bytes`
      answer.textContent = `HTTP ${response.status}\n${text}`
    } catch (error) {
      answer.textContent = String(error)
    }
  })
  return element('section', {}, element('h4', {}, 'Try it'), field, send, answer)
}

function show(path, method, operation) {
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { class: 'method' }, method.toUpperCase()),
      element('code', {}, path),
      ' ',
      element('span', { class: 'access' }, operation['x-access']),
      ` ${operation.summary}`,
    ),
  )
  // Filled when opened: there are many, and each schema is long.
  details.addEventListener(
    'toggle',
    () => {
      const body = operation.requestBody?.content['application/json'].schema
      const query = (operation.parameters ?? []).filter(parameter => parameter.in === 'query')
      const answers = operation.responses['200'].content['application/json']?.schema.oneOf[0].properties.data
      const required = Object.fromEntries(
        query.filter(parameter => parameter.required).map(({ name, schema }) => [name, sampleOf(schema)]),
      )
      details.append(
        element('p', {}, operation.description),
        body ? block('Body', body) : block('Query', query),
        ...(answers ? [block('Data of the answer', answers)] : []),
        tryOut(path, method, operation, body ? sampleOf(body) : required),
      )
    },
    { once: true },
  )
  return details
}

const api = await (await fetch('/api/openapi.json')).json()
$('about').textContent = api.info.description
const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    service: operation.tags[0],
    words: `${path} ${operation['x-access']} ${operation.summary}`.toLowerCase(),
    shown: show(path, method, operation),
  })),
)
const sections = new Map()
for (const { service, shown } of entries) {
  if (!sections.has(service)) {
    const section = element('section', {}, element('h2', {}, service))
    sections.set(service, section)
    $('endpoints').append(section)
  }
  sections.get(service).append(shown)
}

function filter() {
  const wanted = $('find').value.trim().toLowerCase()
  let found = 0
  for (const { words, shown } of entries) {
    shown.hidden = !words.includes(wanted)
    if (!shown.hidden) found++
  }
  for (const section of sections.values())
    section.hidden = [...section.querySelectorAll('details')].every(({ hidden }) => hidden)
  $('count').textContent = `${found} of ${entries.length} endpoints`
}
$('find').addEventListener('input', filter)
filter()
