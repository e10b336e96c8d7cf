// Units (单元管理), all of them or the one at whose entrance a device stands.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { UnitPage } from '../../features/community/unit-page.tsx'

export const Route = createFileRoute('/_console/unitManagement/{-$imei}')({
  ...entityRoute('unit'),
  component: () => <UnitPage view={Route.useLoaderData()} imei={Route.useParams().imei} />,
})
