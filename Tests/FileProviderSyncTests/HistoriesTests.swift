import Foundation
import SyncSimulator
import Testing

struct HistoriesTests {
  /// The number of random histories: few, since each takes five times as long without optimization; “mount-scripts/test.sh” runs 10 000 of each kind,
  /// optimized, beside the tests.
  private var count: UInt64 { ProcessInfo.processInfo.environment["SYNC_HISTORIES"].flatMap(UInt64.init) ?? 200 }

  /// None may break a clause.
  @Test(arguments: [false, true]) func `Keeps the law in random histories`(losesPower: Bool) async {
    let (count, workers) = (count, UInt64(ProcessInfo.processInfo.activeProcessorCount))
    let report = await withTaskGroup(of: Report.self, returning: Report.self) { group in
      for worker in 1...workers {
        group.addTask {
          var report = Report()
          for seed in stride(from: worker, through: count, by: Int(workers)) {
            report.run(seed, losesPower: losesPower)
          }
          return report
        }
      }
      return await group.reduce(into: Report()) { $0.merge($1) }
    }
    print(report)
    #expect(report.broken.isEmpty)
  }

  /// Histories that once broke a clause. They have no links and no trash: there were none then.
  static let seeds: [UInt64] = [
    2_204, 2_889, 5_042, 6_102, 6_590, 7_609, 9_514, 10_237, 12_745, 17_019, 17_578, 18_702, 18_718, 20_575, 20_743,
    22_150, 22_427, 22_765, 24_224, 24_771, 26_240, 27_719, 28_229, 31_105, 31_877, 32_962, 33_246, 33_587, 33_647,
    35_177, 36_630, 36_770, 36_897, 38_358, 39_738, 41_405, 42_510, 43_058, 43_634, 44_391, 44_857, 45_540, 47_114,
    50_093, 50_601, 51_726, 52_267, 53_278, 54_712, 55_232, 55_873, 56_451, 57_127, 57_357, 57_610, 60_965, 63_690,
    63_721, 65_358, 65_870, 66_610, 67_319, 67_442, 67_517, 68_314, 69_754, 71_334, 71_656, 71_900, 72_046, 73_014,
    76_308, 79_169, 79_365, 79_712, 79_752, 101_289, 101_507, 101_631, 101_728, 101_756, 102_097, 104_448, 107_188,
    152_982, 212_230, 213_923, 222_065, 224_316, 1_023_633, 1_030_690, 2_026_262, 2_062_963, 2_099_699, 2_105_166,
    3_151_297, 3_198_771, 3_217_688, 3_284_706, 3_288_598, 400_008_283, 400_009_143, 400_049_810,
    400_317_721, 400_453_993, 400_523_141, 400_610_231, 400_619_694, 400_808_327, 404_098_687,
    404_124_279, 406_005_170, 69_260, 162_537, 807_402, 500_269_912,
    698_775, 700_033_418, 700_133_806, 700_222_412, 700_304_019, 14_988, 830_013_539,
    920_046_011, 920_058_196, 920_072_559, 930_006_941, 1_100_162_990, 1_100_319_523,
  ]

  /// The same of machines that lose power.
  static let powerSeeds: [UInt64] = [
    134, 2_550, 3_115, 3_174, 9_709, 10_077, 10_815, 13_704, 17_623, 800_019_804, 800_023_294, 810_001_416,
    810_036_505, 810_037_101, 820_083_810, 910_002_058, 910_011_027,
    920_017_944, 920_037_522, 920_039_740, 920_073_213, 960_014_482,
    1_200_063_921,
  ]

  /// Those with links and a trash.
  static let laterSeeds: [UInt64] = [5_178_375, 5_081_383, 20_046_295, 54_390]
  static let laterPowerSeeds: [UInt64] = [9_513_421, 40_072_138, 40_494_519]

  /// What was mended stays so.
  @Test func `Keeps the law where it was once broken`() {
    for seed in Self.seeds { #expect(History(seed: seed, isPlain: true).run().violation == nil, "seed \(seed)") }
    for seed in Self.laterSeeds { #expect(History(seed: seed).run().violation == nil, "seed \(seed)") }
    for seed in Self.laterPowerSeeds {
      #expect(History(seed: seed, losesPower: true).run().violation == nil, "seed \(seed) with power cuts")
    }
    for seed in Self.powerSeeds {
      let history = History(seed: seed, losesPower: true, isPlain: true)
      #expect(history.run().violation == nil, "seed \(seed) with power cuts")
    }
  }

  /// A seed stands for one history, event by event.
  @Test func `Replays a history from its seed`() {
    let first = History(seed: 4_711).run()
    let second = History(seed: 4_711).run()
    #expect(first.met == second.met)
    #expect(first.calls == second.calls)
    #expect(first.violation == second.violation)
  }
}
