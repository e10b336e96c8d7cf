// Said before people are removed or disabled: the API keys of their making, which go on.
import { Plural, Trans } from '@lingui/react/macro'
import { List, Text } from '../../ui/kit/parts.tsx'

interface KeysLeftProps {
  people: readonly { id: number; name: string; apiKeys?: number | undefined }[]
}

export function KeysLeft({ people }: KeysLeftProps) {
  const makers = people.filter(({ apiKeys = 0 }) => apiKeys > 0)
  if (makers.length === 0) return null
  return (
    <section>
      <Text as="p" above={3}>
        <Trans>API keys that they made belong to the tenant and go on working:</Trans>
      </Text>
      <List stack gap="half" above={2}>
        {makers.map(({ id, name, apiKeys = 0 }) => (
          <li key={id}>
            <bdi>{name}</bdi>{' '}
            <a href={`#/apiKeys?makerId=${id}`}>
              <Plural value={apiKeys} one="# API key" other="# API keys" />
            </a>
          </li>
        ))}
      </List>
    </section>
  )
}
