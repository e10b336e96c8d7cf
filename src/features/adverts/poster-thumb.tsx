// The poster of an advertisement, small; one without has the sign of a video.
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center } from '../../ui/kit/parts.tsx'
import css from './poster-thumb.module.css'

export function PosterThumb({ poster }: { poster: string | null | undefined }) {
  if (poster)
    return (
      <img
        className={look(
          { block: true, rigid: true, ground: 'sunken', round: 'small', cover: true },
          css.thumb,
        )}
        src={poster}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  return (
    <Center as="span" rigid ground="sunken" round="small" tone="ink-3" className={css.thumb}>
      <Icon name="video" size={18} />
    </Center>
  )
}
