// Property staff (物业人员).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/PropertyPersonnel')({ staticData: { built: false } })
