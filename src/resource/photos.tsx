// The photos of a row, small, each opening as a whole.
import { useLingui } from '@lingui/react/macro'
import { look } from '../ui/kit/look.ts'
import { List } from '../ui/kit/parts.tsx'

export function Photos({ addresses }: { addresses: readonly string[] }) {
  const { t } = useLingui()
  return (
    <List row wrap gap={2}>
      {addresses.map((address, index) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer" aria-label={t`Open photo ${index + 1}`}>
            <img
              src={address}
              alt=""
              loading="lazy"
              decoding="async"
              className={look({ ground: 'sunken', round: 'control', square: 16, cover: true, block: true })}
            />
          </a>
        </li>
      ))}
    </List>
  )
}
