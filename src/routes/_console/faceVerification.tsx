// Face verification (人脸审核).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/faceVerification')({
  ...entityRoute('residentFace'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
