// SPDX-License-Identifier: MIT

/// A matrix of three rows, with those of CSS Color Module Level 4.
struct Matrix {
  private let rows: (ColorComponents, ColorComponents, ColorComponents)

  private init(_ first: ColorComponents, _ second: ColorComponents, _ third: ColorComponents) {
    rows = (first, second, third)
  }

  static func * (matrix: Matrix, components: ColorComponents) -> ColorComponents {
    ColorComponents(
      (matrix.rows.0 * components).sum(), (matrix.rows.1 * components).sum(), (matrix.rows.2 * components).sum())
  }

  /// Of a matrix that has one.
  var inverse: Matrix {
    func cross(_ left: ColorComponents, _ right: ColorComponents) -> ColorComponents {
      ColorComponents(
        left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z, left.x * right.y - left.y * right.x)
    }
    let columns = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * columns.0).sum()
    return Matrix(
      ColorComponents(columns.0.x, columns.1.x, columns.2.x) / determinant,
      ColorComponents(columns.0.y, columns.1.y, columns.2.y) / determinant,
      ColorComponents(columns.0.z, columns.1.z, columns.2.z) / determinant)
  }

  // MARK: Linear RGB to XYZ

  static let srgb = Matrix(
    [506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218],
    [87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545],
    [7918.0 / 409605, 87881.0 / 737289, 1_001_167.0 / 1_053_270])

  static let displayP3 = Matrix(
    [608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160],
    [35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400],
    [0, 32229.0 / 714400, 5_220_557.0 / 5_000_800])

  static let a98RGB = Matrix(
    [573536.0 / 994567, 263643.0 / 1_420_810, 187206.0 / 994567],
    [591459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374412.0 / 4_972_835],
    [53769.0 / 1_989_134, 351524.0 / 4_972_835, 4_929_758.0 / 4_972_835])

  static let rec2020 = Matrix(
    [63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314],
    [26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157],
    [0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314])

  /// To XYZ with the white D50.
  static let prophotoRGB = Matrix(
    [0.79776664490064230, 0.13518129740053308, 0.03134773412839220],
    [0.28807482881940130, 0.71183523424187300, 0.00008993693872564],
    [0, 0, 0.82510460251046020])

  // MARK: XYZ

  static let srgbOfXYZ = Matrix(
    [12831.0 / 3959, -329.0 / 214, -1974.0 / 3959],
    [-851781.0 / 878810, 1_648_619.0 / 878810, 36519.0 / 878810],
    [705.0 / 12673, -2585.0 / 12673, 705.0 / 667])

  static let d65OfD50 = Matrix(
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124])

  // MARK: Oklab

  static let lmsOfXYZ = Matrix(
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])

  static let oklabOfLMS = Matrix(
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])

  static let xyzOfLMS = Matrix(
    [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
    [-0.0405757452148008, 1.1122868032803170, -0.0717110580655164],
    [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816])

  static let lmsOfOklab = Matrix(
    [1, 0.3963377773761749, 0.2158037573099136],
    [1, -0.1055613458156586, -0.0638541728258133],
    [1, -0.0894841775298119, -1.2914855480194092])
}
