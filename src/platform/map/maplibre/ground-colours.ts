// Colours of the grounds in both skins. They match the console's tokens; the platform does not know those.

export interface GroundColours {
  sea: string
  land: string
  grid: string
  gridStrong: string
  ink: string
  /** Figures that are read at a glance. */
  inkStrong: string
  halo: string
  green: string
  building: string
  road: string
  roadEdge: string
  rail: string
  /** Rings of what is selected. */
  accent: string
  /** Under hollow signs, behind figures. */
  surface: string
  /** How bright pictures of the ground may be, 0 to 1. */
  daylight: number
}

const BLUE: GroundColours = {
  sea: '#081221',
  land: '#13253f',
  grid: '#1e3454',
  gridStrong: '#2c4a74',
  ink: '#9db3d3',
  inkStrong: '#e8f0fc',
  halo: '#0d1b30',
  green: '#12303b',
  building: '#1a2f4e',
  road: '#2c4a74',
  roadEdge: '#0d1b30',
  rail: '#3a5580',
  accent: '#4ea8ff',
  surface: '#0d1b30',
  daylight: 0.65,
}

const CAMPUS: GroundColours = {
  sea: '#cfdff2',
  land: '#f4f6f9',
  grid: '#e2e7ee',
  gridStrong: '#c9d2de',
  ink: '#4d5b70',
  inkStrong: '#16202e',
  halo: '#ffffff',
  green: '#dcefe2',
  building: '#e2e7ee',
  road: '#ffffff',
  roadEdge: '#c9d2de',
  rail: '#b3bfcd',
  accent: '#1463d8',
  surface: '#ffffff',
  daylight: 1,
}

export const groundColours = (dark: boolean): GroundColours => (dark ? BLUE : CAMPUS)
