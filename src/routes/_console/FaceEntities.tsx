// Face samples (人脸样本).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { FacePage } from '../../features/faces/face-page.tsx'

export const Route = createFileRoute('/_console/FaceEntities')({
  ...entityRoute('faceSample'),
  component: () => <FacePage view={Route.useLoaderData()} />,
})
