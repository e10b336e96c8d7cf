// Buy a package (套餐购买).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/packageList')({ staticData: { built: false } })
