// Work plans (工作计划).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/workPlan')({ staticData: { built: false } })
