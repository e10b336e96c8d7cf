// Everything known about a device, in sections; what is empty folds away.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { readSku } from '../../domain/device/sku.ts'
import { stateFieldNames } from '../../domain/device/state-fields.ts'
import { valueNode } from '../../resource/cells.tsx'
import { pictureOf } from '../../resource/device-picture.ts'
import type { Row, View } from '../../resource/view.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import type { Device } from './device-badges.tsx'
import css from './device-page.module.css'

export function DeviceFacts({ view, device }: { view: View; device: Device }) {
  const { i18n, t } = useLingui()
  const row: Row = { ...device }
  const fact = (of: string, value?: ReactNode) => {
    const column = view.columns.find(each => each.of === of)
    return {
      id: of,
      label: column ? i18n._(column.label) : of,
      value: value ?? (column && valueNode(view, column, row, i18n)),
    }
  }
  const never = (of: 'lastMessageAt' | 'connectedAt' | 'offlineAt' | 'activatedAt' | 'stockedInAt') =>
    device[of] === null ? { ...fact(of), value: undefined } : fact(of)
  const place =
    typeof device.latitude === 'number' && typeof device.longitude === 'number'
      ? `${device.latitude.toFixed(6)}, ${device.longitude.toFixed(6)}`
      : undefined
  const [lost, setLost] = useState(false)
  const picture = lost ? undefined : pictureOf(device.sku)
  const sections = [
    {
      id: 'who',
      title: t`Who and where`,
      facts: [
        fact('wearerName'),
        fact('responsibleName'),
        fact('responsiblePhone'),
        fact('departmentName'),
        fact('groupName'),
        fact('installLocation'),
        fact('community'),
        fact('building'),
        fact('unit'),
        fact('roomNo'),
        fact('ringPostName'),
        { id: 'position', label: t`Position`, value: place && <bdi dir="ltr">{place}</bdi> },
      ],
    },
    {
      id: 'live',
      title: t`State`,
      facts: [
        fact('state'),
        fact('lifecycle'),
        fact('battery'),
        fact('mainsPower'),
        ...stateFieldNames.map(of => fact(of)),
        fact('gatewayName'),
        fact('channel'),
        fact('signal'),
        never('lastMessageAt'),
        never('connectedAt'),
        never('offlineAt'),
        never('activatedAt'),
      ],
    },
    {
      id: 'what',
      title: t`Device and card`,
      facts: [
        fact('kind'),
        fact('categoryName'),
        fact('productName'),
        { id: 'sku', label: t`SKU`, value: readSku(device.sku).code || undefined },
        fact('number'),
        fact('model'),
        fact('style'),
        fact('supplier'),
        fact('manufacturerId'),
        fact('iccid'),
        fact('imsi'),
        fact('operator'),
        fact('network'),
        fact('messageType'),
        fact('transparent'),
        fact('powerSaving'),
        fact('appVersion'),
        fact('systemVersion'),
        fact('inStock'),
        never('stockedInAt'),
        fact('createdAt'),
      ],
    },
  ]
  return (
    <>
      {sections
        .filter(section => section.facts.some(({ value }) => value !== undefined && value !== ''))
        .map(section => (
          <PeekSection key={section.id} title={section.title}>
            {section.id === 'what' && picture && (
              <img
                className={look({ below: 3, ground: 'sunken', round: 'control', cover: true }, css.picture)}
                src={picture}
                alt={device.productName ?? ''}
                loading="lazy"
                onError={() => setLost(true)}
              />
            )}
            <Facts facts={section.facts} />
          </PeekSection>
        ))}
    </>
  )
}
