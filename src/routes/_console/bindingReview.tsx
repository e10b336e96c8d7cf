// Binding review (绑定审核).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/bindingReview')({ staticData: { built: false } })
