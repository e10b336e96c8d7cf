// Face captures (人脸抓拍).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { FacePage } from '../../features/faces/face-page.tsx'

export const Route = createFileRoute('/_map/getFaceList')({
  ...entityRoute('faceCapture'),
  component: () => <FacePage view={Route.useLoaderData()} />,
})
