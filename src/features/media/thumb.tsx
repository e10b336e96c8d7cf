// A file small: the picture itself, or the sign of its kind.
import type { RowOf } from '../../domain/entity.ts'
import type { storedFile } from '../../domain/file/stored-file.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center } from '../../ui/kit/parts.tsx'
import css from './storage.module.css'

export function FileThumb({
  file,
}: {
  file: Pick<RowOf<typeof storedFile>, 'url' | 'kind' | 'contentType'>
}) {
  if (file.contentType.startsWith('image/'))
    return (
      <img
        className={look(
          { center: true, ground: 'sunken', round: 'small', tone: 'ink-3', cover: true },
          css.thumb,
        )}
        src={file.url}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  return (
    <Center as="span" ground="sunken" round="small" tone="ink-3" cover className={css.thumb}>
      <Icon name={file.kind === 'video' ? 'video' : 'report'} size={18} />
    </Center>
  )
}
