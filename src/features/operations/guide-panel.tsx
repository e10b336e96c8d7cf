// What to do about a figure: the section of the documentation, beside the page.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { operationsGuide } from '../../contract/endpoints/operations.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekPanel } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Thresholds } from './figure-line.tsx'
import { guideOptions } from './operations-query.ts'
import { figureWords } from './operations-words.ts'

type Block = z.output<typeof operationsGuide.response>['blocks'][number]

export function GuidePanel({ figure, onClose }: { figure: FigureName; onClose: () => void }) {
  const { i18n } = useLingui()
  const { data, isError, error, refetch, isFetching } = useQuery(guideOptions(figure))
  return (
    <PeekPanel
      icon="info"
      title={i18n._(figureWords[figure])}
      subtitle={<Thresholds figure={figure} />}
      onClose={onClose}
    >
      {!data && isError && (
        <ErrorState
          what={i18n._(wordsForError(error))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && <Loading variant="detail" count={2} />}
      {data && (
        <Stack gap={3} pad={4}>
          <Stack gap={3} lang="en" dir="ltr">
            <Text as="h3" strong>
              {data.heading}
            </Text>
            {data.blocks.map((block, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity
              <GuideBlock key={at} block={block} />
            ))}
          </Stack>
          <Text as="p" size="caption" tone="ink-3">
            <Trans>From docs/operations.md, which is in English.</Trans>
          </Text>
        </Stack>
      )}
    </PeekPanel>
  )
}

function GuideBlock({ block: { is, text } }: { block: Block }) {
  if (is === 'code')
    return (
      <Box as="pre" pad={3} ground="sunken" round="control" mono size="caption" scroll="x" tabIndex={0}>
        {text}
      </Box>
    )
  return (
    <Text as="p" breaks>
      {is === 'item' && '• '}
      {text.split('`').map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity
          <Text as="code" mono key={at}>
            {part}
          </Text>
        ) : (
          part
        ),
      )}
    </Text>
  )
}
