// Property companies (物业公司).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Manag')({ staticData: { built: false } })
