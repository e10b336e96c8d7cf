// Starts Swagger UI over the OpenAPI document of this server.
// @ts-nocheck Served as it is: no build step, and the library that it starts comes as a global without types.

/** Swagger UI finds tags and paths only; here permission and words of an operation are found too. */
const findsOperations = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const wanted = phrase.trim().toLowerCase()
      const words = operation =>
        [operation.get('path'), ...['x-access', 'summary'].map(key => operation.getIn(['operation', key]))]
          .join(' ')
          .toLowerCase()
      return tags
        .map((tag, name) =>
          name.toLowerCase() === wanted
            ? tag
            : tag.update('operations', all => all.filter(each => words(each).includes(wanted))),
        )
        .filter(tag => tag.get('operations').size > 0)
    },
  },
})

/** A part of the document with the components that it names put in their place. */
function withComponents(part, document) {
  if (Array.isArray(part)) return part.map(each => withComponents(each, document))
  if (part === null || typeof part !== 'object') return part
  if (typeof part.$ref === 'string' && part.$ref.startsWith('#/components/'))
    return withComponents(at(document, part.$ref.slice(2).split('/')), document)
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [key, withComponents(inner, document)]),
  )
}

const at = (document, path) => path.reduce((part, key) => part?.[key], document)

/** Swagger UI reads the whole document anew for each operation that is opened, which takes seconds with this many. */
const resolvesOneOperation = () => ({
  fn: {
    resolveSubtree: async (document, path) => ({
      spec: withComponents(at(document, path), document),
      errors: [],
    }),
  },
})

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyScheme)
applyScheme()

const page = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  // Without this each operation would ask a service of somebody else whether the document is valid.
  validatorUrl: null,
  showExtensions: true,
  // Every schema stands with the operation that has it.
  defaultModelsExpandDepth: -1,
  plugins: [findsOperations, resolvesOneOperation],
  // A login made here is the session of the requests that follow.
  responseInterceptor: response => {
    const token = response.headers?.authorization
    if (token) page.preauthorizeApiKey('token', token)
    return response
  },
})
