// The panel of a review: the words, the pictures, the reply. A shows it, H hides it, R replies.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import type { mallReview } from '../../domain/mall/mall-review.ts'
import { useActions } from '../../resource/actions.tsx'
import { Photos } from '../../resource/photos.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Muted, Text } from '../../ui/kit/parts.tsx'
import { latinKeyOf } from '../../ui/latin-key.ts'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

const keys: Readonly<Record<string, string>> = { a: 'show', h: 'hide', r: 'reply' }

export function ReviewPeek({ review }: { review: RowOf<typeof mallReview> }) {
  const { t } = useLingui()
  const { actionsFor } = useActions()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]')) return
    const action = actionsFor([review]).find(({ id }) => id === keys[latinKeyOf(event)])
    if (!action || action.blocked !== undefined) return
    event.preventDefault()
    action.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <PeekSection>
        <Text as="p" lines>
          {review.content}
        </Text>
        {review.pictures.length > 0 && <Photos addresses={review.pictures} />}
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'rating', label: t`Rating`, value: t`${review.rating} of 5` },
            { id: 'author', label: t`Buyer`, value: review.authorName },
            { id: 'options', label: t`Options`, value: review.optionText },
            { id: 'written', label: t`Written`, value: formatMoment(review.writtenAt) },
            { id: 'edited', label: t`Changed`, value: review.editedAt && formatMoment(review.editedAt) },
            { id: 'reply', label: t`Reply`, value: review.reply && <Text lines>{review.reply}</Text> },
            { id: 'replied', label: t`Replied by`, value: review.replyName },
            { id: 'reason', label: t`Hidden because`, value: review.state === 'hidden' && review.reason },
            { id: 'judged', label: t`Judged by`, value: review.judgedByName },
          ]}
        />
      </PeekSection>
      <Muted as="p">
        <Trans>Keys: A shows it, H hides it, R replies, J and K go on</Trans>
      </Muted>
    </>
  )
}
