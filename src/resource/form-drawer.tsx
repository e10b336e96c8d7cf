// The form of an entity over its list: which row it is about stands in the address.

import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { permissionFor } from '../domain/entity.ts'
import { useFocusBack } from '../ui/arrival-focus.ts'
import { look } from '../ui/kit/look.ts'
import { useScreen } from '../ui/pointer.ts'
import { ErrorState, Forbidden, Loading } from '../ui/states.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { wordsForError } from './error-words.ts'
import css from './form.module.css'
import { useLeaveGuard } from './leave-guard.ts'
import type { ListAddress } from './list-search.ts'
import { rowOptions } from './query.ts'
import { RowForm } from './row-form.tsx'
import { useRights } from './surroundings.ts'
import type { View } from './view.ts'

/** Shows the form that the address asks for: `form=new`, or `form=<id>`. */
export function FormDrawer({ view, address }: { view: View; address: ListAddress }) {
  const { form } = address.search
  if (form === undefined || view.sections.length === 0) return null
  return <OpenForm key={form} view={view} address={address} form={form} />
}

function OpenForm({ view, address, form }: { view: View; address: ListAddress; form: 'new' | number }) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const may = useRights()
  const phone = useScreen() === 'phone'
  const [dirty, setDirty] = useState(false)
  const id = form === 'new' ? undefined : form
  const query = useQuery({ ...rowOptions(view.entity, id ?? 0), enabled: id !== undefined })
  const row = id === undefined ? undefined : query.data
  const guard = useLeaveGuard(dirty)
  const close = () => address.change({ form: undefined }, { replace: true })
  const one = i18n._(view.titleOne)
  return (
    <>
      <Drawer
        opened
        onClose={close}
        position="right"
        size={phone ? '100%' : 520}
        title={id === undefined ? t`New: ${one}` : t`Edit: ${one}`}
        closeButtonProps={{ 'aria-label': t`Close` }}
        classNames={{
          body: css.drawerBody ?? '',
          content: look({ column: true }),
        }}
      >
        {!may(permissionFor(view.entity, 'save')) ? (
          <Forbidden part />
        ) : id !== undefined && !row ? (
          query.isError ? (
            <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
          ) : (
            <Loading variant="detail" />
          )
        ) : (
          <RowForm
            view={view}
            row={row}
            onDirty={setDirty}
            onCancel={close}
            onKept={() => {
              guard.release()
              close()
            }}
            onSaved={saved => {
              guard.release()
              address.change({ form: undefined, open: saved.id }, { replace: true })
            }}
          />
        )}
      </Drawer>
      <DiscardQuestion guard={guard} />
    </>
  )
}
