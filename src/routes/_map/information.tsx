// Information (信息).
import { createFileRoute } from '@tanstack/react-router'
import { noticeCentreView } from '../../app/notice-centre.view.tsx'
import { announcementView } from '../../features/announcements/announcement.view.tsx'
import { receiptView } from '../../features/announcements/receipt.view.tsx'
import { deviceView } from '../../features/devices/device.view.tsx'
import { InformationPage } from '../../features/people/information-page.tsx'
import { inspectionView } from '../../features/site/inspection.view.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

const views = [receiptView, announcementView, noticeCentreView, deviceView, inspectionView]

export const Route = createFileRoute('/_map/information')({
  component: () => (
    <RelatedViews views={views}>
      <InformationPage />
    </RelatedViews>
  ),
})
