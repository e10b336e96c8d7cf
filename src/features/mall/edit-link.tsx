// The ways to the editor of an article: for a new one, and for one that is there.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'

export function EditLink({ id }: { id: number }) {
  const { t } = useLingui()
  const may = useRights()
  if (!may('mallProduct.save')) return null
  return (
    <Button
      component="a"
      href={`#/AddProduct?id=${id}`}
      variant="default"
      leftSection={<Icon name="edit" />}
    >{t`Edit`}</Button>
  )
}

export function AddLink() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  if (!may('mallProduct.save')) return null
  return (
    <Button
      component="a"
      href="#/AddProduct"
      data-disabled={online ? undefined : true}
      leftSection={<Icon name="plus" />}
    >{t`Add article`}</Button>
  )
}
