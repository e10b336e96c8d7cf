// Face libraries (人脸库).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { FacePage } from '../../features/faces/face-page.tsx'

export const Route = createFileRoute('/_console/faceList')({
  ...entityRoute('faceLibrary'),
  component: () => <FacePage view={Route.useLoaderData()} />,
})
