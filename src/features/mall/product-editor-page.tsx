// The editor of one article as a page: a new one keeps its draft, one that is there asks before changes are lost.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mallProduct } from '../../domain/mall/mall-product.ts'
import { DiscardQuestion } from '../../resource/discard-question.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useLeaveGuard } from '../../resource/leave-guard.ts'
import { rowOptions } from '../../resource/query.ts'
import { RowForm } from '../../resource/row-form.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { productEditorView } from './product-editor.view.tsx'

export function ProductEditorPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const id = typeof search.id === 'number' && search.id > 0 ? search.id : undefined
  return <Editor key={id ?? 'new'} id={id} />
}

function Editor({ id }: { id: number | undefined }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const navigate = useNavigate()
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty)
  const query = useQuery({ ...rowOptions(mallProduct, id ?? 0), enabled: id !== undefined })
  const row = id === undefined ? undefined : query.data
  const name = row?.name
  const back = (open?: number) =>
    void navigate({ to: '/productManage', search: open === undefined ? {} : { open } })
  return (
    <PageFrame scrolls>
      <PageHead
        title={name === undefined ? t({ context: 'page', message: 'Add goods' }) : t`Edit: ${name}`}
        own={id !== undefined}
      />
      <Box atMost="large">
        {!may('mallProduct.save') ? (
          <Forbidden part />
        ) : id !== undefined && !row ? (
          query.isError ? (
            <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
          ) : (
            <Loading variant="detail" />
          )
        ) : (
          <RowForm
            view={productEditorView}
            row={row}
            onDirty={setDirty}
            onCancel={() => back(id)}
            onSaved={saved => {
              guard.release()
              back(saved.id)
            }}
          />
        )}
      </Box>
      <DiscardQuestion guard={guard} />
    </PageFrame>
  )
}
