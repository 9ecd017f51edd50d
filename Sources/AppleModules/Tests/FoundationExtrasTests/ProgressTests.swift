import FileProvider
import Foundation
import FoundationExtras
import Testing

@Suite("The progress of a file") struct ProgressTests {
  @Test func `says what is done with which file`() {
    let progress = Progress(totalUnitCount: 10)
    #expect(progress.fileOperationKind == nil && progress.fileURL == nil && progress.throughput == nil)
    progress.kind = .file
    progress.fileOperationKind = .uploading
    progress.fileURL = URL(fileURLWithPath: "/a")
    progress.throughput = 1000
    progress.fileTotalCount = 2
    progress.fileCompletedCount = 1
    progress.estimatedTimeRemaining = 2.5
    #expect(progress.fileOperationKind == .uploading && progress.fileURL?.path == "/a")
    #expect(progress.throughput == 1000 && progress.fileTotalCount == 2 && progress.fileCompletedCount == 1)
    #expect(progress.estimatedTimeRemaining == 2.5)
    progress.fileURL = nil
    #expect(progress.fileURL == nil)
    #expect(Progress.FileOperationKind.duplicating != .uploading)
  }

  @Test func `says to a person what it was told to say`() {
    let progress = Progress(totalUnitCount: 4)
    progress.completedUnitCount = 1
    #expect(progress.settableLocalizedDescription == progress.localizedDescription)
    #expect(progress.settableLocalizedAdditionalDescription == progress.localizedAdditionalDescription)
    progress.settableLocalizedDescription = "Fetching"
    progress.settableLocalizedAdditionalDescription = "1 of 4"
    #expect(progress.settableLocalizedDescription == "Fetching")
    #expect(progress.settableLocalizedAdditionalDescription == "1 of 4")
    progress.settableLocalizedDescription = nil
    #expect(progress.settableLocalizedDescription == progress.localizedDescription)
    progress.publish()
    progress.unpublish()
  }
}
