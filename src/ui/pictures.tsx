// Pictures that belong to a text, each of which opens by itself.
import { useLingui } from '@lingui/react/macro'
import { look } from './kit/look.ts'
import { Stack } from './kit/parts.tsx'

export function Pictures({ addresses }: { addresses: readonly string[] }) {
  const { t } = useLingui()
  if (addresses.length === 0) return null
  return (
    <Stack tiles="small" gap={2}>
      {addresses.map((address, place) => (
        <a key={address} href={address} target="_blank" rel="noreferrer">
          <img
            className={look({ wide: true, round: 'small', ground: 'sunken', block: true })}
            src={address}
            alt={t`Attachment ${place + 1}`}
            loading="lazy"
          />
        </a>
      ))}
    </Stack>
  )
}
